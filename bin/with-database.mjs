// For the commands of whoever runs the server: the product's own database, opened for one act.
import { resolve } from "node:path";

/**
 * Opens the database that the settings name (the embedded one is started for it), says what `act`
 * answers, and ends the process: with 1 and the reason where it failed.
 */
export const withDatabase = async (act) => {
  const { readConfig } = await import("../src/server/config.ts");
  const config = readConfig();
  process.env.LEVEE_DATA_DIR = config.LEVEE_DATA_DIR;
  const { startEmbedded } = await import("../src/server/db/embedded/embedded.ts");
  const embedded = config.DATABASE_URL
    ? null
    : await startEmbedded(resolve(config.LEVEE_DATA_DIR), () => {});
  const { openDatabase } = await import("../src/server/db/open-database.ts");
  const database = openDatabase(config.DATABASE_URL ?? embedded.url);
  let code;
  try {
    console.log(await act(database, config));
  } catch (error) {
    console.error(error.message);
    code = 1;
  }
  await database.close();
  await embedded?.stop();
  process.exit(code ?? process.exitCode ?? 0);
};
