import { defineNoun } from "#server/lifecycle.ts";
import { signInProvider } from "../sign-on.tables.ts";
import { providerCycle } from "./provider.labels.ts";

export const providerNoun = defineNoun({
  name: "signInProvider",
  path: "sign-in-providers",
  page: "/sso-management/providers",
  table: signInProvider,
  cycle: providerCycle,
  number: (row) => row.name,
  read: "signOn.manage",
});
