import os from 'node:os';

const DEFAULTS: Record<string, string> = {
  max_connections: '200',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  password_encryption: 'scram-sha-256',
  // Guessing is made slow for passwords that people choose. Ours are 256 random bits, and every connection would pay.
  scram_iterations: '1',
  timezone: 'UTC',
  log_timezone: 'UTC',
  logging_collector: 'off',
  log_destination: 'stderr',
  log_line_prefix: '%m [%p] ',
  log_checkpoints: 'off',
};

/**
 * Personal data must not reach the log. Values appear in statements, in parameters, in the DETAIL of constraint
 * violations (`terse` drops it) and in messages such as `invalid input syntax for type uuid: "…"` (level `log` keeps
 * server events and fatal errors but drops statement errors, which the application receives anyway).
 */
const NO_PERSONAL_DATA: Record<string, string> = {
  log_statement: 'none',
  log_min_duration_statement: '-1',
  log_min_duration_sample: '-1',
  log_min_error_statement: 'panic',
  log_min_messages: 'log',
  log_error_verbosity: 'terse',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  log_lock_waits: 'off',
  log_temp_files: '-1',
};

/**
 * Recovery begins by flushing the data directory. File by file this takes seconds on a busy disk; for the whole file
 * system at once it does not. PostgreSQL offers that on Linux only, and before 5.8 Linux did not report what it
 * failed to write.
 */
export function recoverySettings(
  platform: NodeJS.Platform = process.platform,
  release = os.release(),
): Record<string, string> {
  const [major = 0, minor = 0] = release.split('.').map((part) => Number.parseInt(part, 10));
  const isReliable = platform === 'linux' && (major > 5 || (major === 5 && minor >= 8));
  return isReliable ? { recovery_init_sync_method: 'syncfs' } : {};
}

/**
 * The settings as server options. The last ones win, so that neither a caller nor ALTER SYSTEM can open the server
 * to the network.
 */
export function serverOptions(port: number, clusterName: string, overrides: Record<string, string> = {}): string[] {
  const fixed = {
    cluster_name: clusterName,
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
  };
  const settings = { ...DEFAULTS, ...recoverySettings(), ...NO_PERSONAL_DATA, ...overrides, ...fixed };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
