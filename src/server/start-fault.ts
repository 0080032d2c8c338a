import { userInfo } from "node:os";
import type { Config } from "./config.ts";

type Fault = Error & { code?: string; syscall?: string; path?: string };

const notAllowed = new Set(["EACCES", "EPERM", "EROFS"]);

/**
 * What the machine refused while the server started, in a sentence that says what to do: a port, or a
 * file of the data folder. Null where it says enough by itself.
 */
export const startFault = (
  error: Fault,
  { PORT, LEVEE_DATA_DIR: data }: Pick<Config, "PORT" | "LEVEE_DATA_DIR">,
  user: string = userInfo().username,
): string | null => {
  if (error.code === "EADDRINUSE") return `port ${PORT} is taken. Set PORT to another one.`;
  if (!notAllowed.has(error.code ?? "")) return null;
  if (error.syscall === "listen")
    return `the user ${user} may not take port ${PORT}. Set PORT to one above 1023 and put a proxy in front.`;
  const path = `${error.path}/`;
  if (!path.startsWith(`${data}/`) && !`${data}/`.startsWith(path)) return null;
  return `${error.path} is not the user ${user}'s to write. Give the data folder to it (chown -R ${user} ${data}), or set LEVEE_DATA_DIR to another one.`;
};
