import { isPractice } from "../agencies/practice.ts";
import type { Database } from "../db/db.ts";
import type { Outgoing } from "./outgoing.ts";
import { OutgoingRefusal } from "./refusal.ts";

/** The door outwards: whoever calls says for which agency, null for the machine itself. */
export type OutgoingDoor = {
  of: (agency: string | null) => Outgoing;
  close: Outgoing["close"];
};

/** Lets calls out of agencies of their own; a copy for practice calls nobody. */
export const outgoingDoor = (out: Outgoing, database: Database): OutgoingDoor => ({
  of: (agency) =>
    agency === null
      ? out
      : {
          close: out.close,
          call: async (address, question) => {
            if (await isPractice(database, agency)) throw new OutgoingRefusal("practice");
            return out.call(address, question);
          },
        },
  close: out.close,
});
