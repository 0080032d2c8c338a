import { integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "#server/db/time-columns.ts";

/** What waits after a restore for an administrator's word, of each clock and queue; of the machine. */
export const restoreHold = pgTable("restore_hold", {
  name: text().notNull(),
  kind: text().notNull(),
  runByOrgId: uuid("run_by_org_id"),
  madeAt: instant("made_at").notNull(),
  heldAt: instant("held_at").notNull().defaultNow(),
  due: integer().notNull(),
  people: integer().notNull(),
  since: instant("since"),
  answer: text({ enum: ["released", "dropped"] }),
  answeredAt: instant("answered_at"),
  answeredBy: text("answered_by"),
});
