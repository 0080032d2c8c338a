// The product as `npm start` runs it (kept compiled modules, jobs, sequencer, row security,
// everything), in a process of its own.
import { enableCompileCache } from "node:module";
import { resolve } from "node:path";
import { serveParent } from "./program.ts";

enableCompileCache(resolve(".cache/compiled"));
const { readConfig } = await import("#server/config.ts");
const { startInstance } = await import("#server/instance.ts");
const { startKeyStore } = await import("#server/keystore-process.ts");
const config = readConfig({ ...process.env, PORT: "0", LEVEE_DEMO: "off" });
// An instance proves at its start that database, files and key store belong together.
const keyStore = await startKeyStore(config.LEVEE_DATA_DIR);
const instance = await startInstance(config, config.DATABASE_URL!);
serveParent(Number(new URL(instance.address).port), async () => {
  await instance.stop();
  await keyStore.stop();
});
