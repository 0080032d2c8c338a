import {
  bigint,
  boolean,
  integer,
  pgTable,
  pgView,
  primaryKey,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import type { AgencyState } from "#kernel/agency-state.ts";
import { day, instant } from "#server/db/time-columns.ts";

export const supportAccess = pgTable(
  "support_access",
  {
    orgId: uuid("org_id").notNull(),
    id: uuid("id").notNull(),
    operatorId: uuid("operator_id").notNull(),
    operatorName: text("operator_name").notNull(),
    reason: text("reason").notNull(),
    areas: text("areas").array().$type<string[]>().notNull(),
    openedBy: uuid("opened_by").notNull(),
    openedByName: text("opened_by_name").notNull(),
    openedAt: instant("opened_at").notNull().defaultNow(),
    endsAt: instant("ends_at").notNull(),
    endedAt: instant("ended_at"),
    endedBy: uuid("ended_by"),
    reads: integer("reads").notNull().default(0),
    lastReadAt: instant("last_read_at"),
    version: integer("version").notNull().default(1),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.id] })],
);

export const platformAgency = pgView("platform_agency", {
  id: uuid("id"),
  name: text("name"),
  state: text("state").$type<AgencyState>(),
  stateSince: instant("state_since"),
  createdAt: instant("created_at"),
  people: integer("people"),
  storageBytes: bigint("storage_bytes", { mode: "number" }),
  calls: bigint("calls", { mode: "number" }),
  lastActivityAt: instant("last_activity_at"),
  peopleLimit: integer("people_limit"),
  storageLimit: bigint("storage_limit", { mode: "number" }),
  supportUntil: instant("support_until"),
  planName: text("plan_name"),
  planStatus: text("plan_status"),
  lateCents: bigint("late_cents", { mode: "number" }),
  lateSince: day("late_since"),
  needs: text("needs"),
  operates: boolean("operates"),
}).existing();
