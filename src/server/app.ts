import type { Config } from "./config.ts";
import type { Database } from "./db/db.ts";
import type { FileStore } from "./files/looked-at.ts";
import type { OutgoingDoor } from "./outgoing/door.ts";

/** What handlers and jobs may reach beyond their transaction. */
export type App = { database: Database; config: Config; files: FileStore; outgoing: OutgoingDoor };
