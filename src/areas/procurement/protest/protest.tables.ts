import { boolean, date, integer, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

const at = (name: string) => timestamp(name, { withTimezone: true, mode: "string" });

export const protest = pgTable("protest", {
  orgId: uuid("org_id").notNull(), id: uuid().notNull(), number: text().notNull(), solicitationId: uuid("solicitation_id").notNull(), awardId: uuid("award_id").notNull(), vendorId: uuid("vendor_id").notNull(), identityId: uuid("identity_id").notNull(), status: text().notNull().default("filed"),
  grounds: text().notNull(), relief: text().notNull().default(""), filedBy: uuid("filed_by").notNull(), filedByName: text("filed_by_name").notNull(), filedAt: at("filed_at").notNull(), timely: boolean().notNull(), stay: boolean().notNull(), stayOverrideReason: text("stay_override_reason"),
  decision: text(), remedy: text({ enum: ["re_evaluate", "re_solicit"] }), decidedBy: uuid("decided_by"), decidedAt: at("decided_at"), decideBy: date("decide_by").notNull(), appealUntil: at("appeal_until"), appealGrounds: text("appeal_grounds"), appealedAt: at("appealed_at"),
  appealDecision: text("appeal_decision"), appealDecidedBy: uuid("appeal_decided_by"), appealDecidedAt: at("appeal_decided_at"), version: integer().notNull().default(1), createdAt: at("created_at").notNull().defaultNow(), updatedAt: at("updated_at").notNull().defaultNow(),
});
