import { defineNoun } from "#server/lifecycle.ts";
import { alertCycle, type AlertAction, type AlertStatus } from "./alert/alert.labels.ts";
import { caseCycle, type CaseAction, type CaseStatus } from "./case/case.labels.ts";
import { securityAlert, securityCase } from "./security.tables.ts";

export type AlertRecord = typeof securityAlert.$inferSelect;
export type CaseRecord = typeof securityCase.$inferSelect;

export const alertNoun = defineNoun<AlertStatus, AlertAction, typeof securityAlert, AlertRecord>({
  name: "securityAlert",
  path: "security-alerts",
  page: "/admin/security-audit/alerts",
  table: securityAlert,
  cycle: alertCycle,
  number: (row) => row.number,
  wordsApart: true,
});

export const caseNoun = defineNoun<CaseStatus, CaseAction, typeof securityCase, CaseRecord>({
  name: "securityCase",
  path: "security-cases",
  page: "/admin/security-audit/cases",
  table: securityCase,
  cycle: caseCycle,
  number: (row) => row.number,
  wordsApart: true,
});
