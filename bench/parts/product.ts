// The product as `npm start` runs it (jobs, sequencer, row security, everything), in a process of its own.
import { readConfig } from "../../src/server/config.ts";
import { startInstance } from "../../src/server/instance.ts";
import { serveParent } from "./program.ts";

const config = readConfig({ ...process.env, PORT: "0", LEVEE_DEMO: "off" });
const instance = await startInstance(config, config.DATABASE_URL!);
serveParent(Number(new URL(instance.address).port), instance.stop);
