const KEY = 'vintem-shortcuts';

/** Letters alone may be in the way of whoever speaks to the computer: they can be switched off. */
export function areLettersOn(): boolean {
  return localStorage.getItem(KEY) !== 'off';
}

export function setLetters(isOn: boolean): void {
  localStorage.setItem(KEY, isOn ? 'on' : 'off');
}
