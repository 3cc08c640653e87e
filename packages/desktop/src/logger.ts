/** The part of pino that this package uses. */
export interface Logger {
  debug(facts: object, message: string): void;
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

const ignore = () => undefined;
/** For callers that keep no log. */
export const silentLogger: Logger = { debug: ignore, info: ignore, warn: ignore, error: ignore };
