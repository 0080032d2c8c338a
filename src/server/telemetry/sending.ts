import type { FastifyInstance } from "fastify";
import type { Figure } from "./figures.ts";

/** What sends traces and figures of this process to a collector. */
export type Telemetry = {
  /** Keeps a trace of every request of a server; before its other hooks. */
  watch: (server: FastifyInstance) => Promise<void>;
  /** Says who reads the figures that go out. */
  tell: (read: () => Promise<readonly Figure[]>) => void;
  /** Sends what is left, in a few seconds at most. */
  stop: () => Promise<void>;
};
