import { defineNoun } from "#server/lifecycle.ts";
import { capitalScenario } from "../capital.tables.ts";
import { scenarioCycle, type ScenarioAction, type ScenarioStatus } from "./scenario.labels.ts";

export type ScenarioRecord = typeof capitalScenario.$inferSelect;

export const scenarioNoun = defineNoun<
  ScenarioStatus,
  ScenarioAction,
  typeof capitalScenario,
  ScenarioRecord
>({
  name: "capitalScenario",
  path: "capital-scenarios",
  page: "/capital-planning-management/scenarios",
  table: capitalScenario,
  cycle: scenarioCycle,
  number: (scenario) => scenario.number,
  read: "capital.read",
});
