import { v7 } from "uuid";

/** A new UUIDv7: time-ordered, made in the application so that any PostgreSQL works. */
export const newId = (): string => v7();
