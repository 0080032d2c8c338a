/** The database cannot be reached, or its answer did not come. Nothing that was refused: no `Problem`. */
export class DatabaseAway extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = "DatabaseAway";
  }
}

type Coded = { code?: unknown; cause?: unknown; errors?: unknown };

// SQLSTATE: class 08 is "connection exception"; of class 57 those by which the server goes, or has
// not come yet; 25P03 and 57P05 end a connection that stood idle.
const goneStates = /^(08...|25P03|57P01|57P02|57P03|57P05)$/;
// What the system says of a socket.
const goneSockets = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ECONNABORTED",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "EHOSTDOWN",
  "ENETUNREACH",
  "ENETDOWN",
  "ENOTFOUND",
  "EAI_AGAIN",
]);
// What pg says without a code.
const goneWords =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client (has encountered a connection error|was closed)|Query read timeout|Cannot use a pool after calling end)/;

/** Whether a failure is that the database was not reached or went away, wherever it was met. */
export const isAway = (error: unknown): boolean => {
  if (error instanceof DatabaseAway) return true;
  if (!(error instanceof Error)) return false;
  const { code, cause, errors } = error as Coded;
  if (typeof code === "string" && (goneSockets.has(code) || goneStates.test(code))) return true;
  if (goneWords.test(error.message)) return true;
  return (Array.isArray(errors) && errors.some(isAway)) || (cause !== undefined && isAway(cause));
};
