import { defineNoun } from "#server/lifecycle.ts";
import {
  declarationCycle,
  type DeclarationAction,
  type DeclarationFacts,
} from "./declaration.model.ts";
import type { DeclarationStatus } from "../emergency.labels.ts";
import { localDeclaration } from "../emergency.tables.ts";
import { filesOf, openOf } from "./file.service.ts";

export type DeclarationRecord = typeof localDeclaration.$inferSelect;

export const declarationNoun = defineNoun<
  DeclarationStatus,
  DeclarationAction,
  typeof localDeclaration,
  DeclarationRecord & DeclarationFacts
>({
  name: "localDeclaration",
  path: "local-declarations",
  page: "/emergency-procurement/declarations",
  table: localDeclaration,
  cycle: declarationCycle,
  number: (row) => row.number,
  read: "emergency.read",
  keepsFiles: ["ended", "expired"],
  load: async (tx, row) => ({ ...row, open: openOf(await filesOf(tx, row.id)) }),
});
