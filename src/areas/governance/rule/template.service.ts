import type { FoundingPart } from "#areas/organization/organization.server.ts";
import { addRule } from "./rule.service.ts";
import { stateRules } from "./state-rules.data.ts";

/** The rules of its state that an agency begins with which is founded from a template. */
export const stateRulesOfTemplate: FoundingPart = {
  place: 4,
  states: () => stateRules.map(({ state }) => state),
  brings: () => "Rules of its state, each with its citation and not yet read again",
  equip: async (tx, actor, _template, wanted) => {
    for (const { state, ...law } of stateRules)
      if (state === wanted)
        await addRule(tx, actor, {
          ...law,
          jurisdiction: "state",
          effectiveTo: null,
          verified: false,
        });
  },
};
