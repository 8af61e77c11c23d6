// Looks every second whether the webhook has come, and shows the page anew when it has.
const { token, status } = document.querySelector('.order').dataset;

setInterval(async () => {
  const answer = await fetch(`/orders/${token}/status`).catch(() => null);
  if (answer?.ok && (await answer.json()).status !== status) location.reload();
}, 1000);
