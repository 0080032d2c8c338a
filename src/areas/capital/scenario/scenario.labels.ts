import { lifecycle, type Tone } from "#kernel/lifecycle.ts";

export const scenarioStatuses = {
  draft: { label: "Not solved", tone: "neutral" },
  solved: { label: "Solved", tone: "progress" },
  adopted: { label: "Adopted", tone: "success", terminal: true },
  discarded: { label: "Discarded", tone: "neutral", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type ScenarioStatus = keyof typeof scenarioStatuses;
export type ScenarioAction = "solve" | "adopt" | "discard";

type Facts = { status: string; madeBy: string | null; answer: { status: string } | null };

/** A plan under ceilings: worked out, then adopted by the recorded decision of another person. */
export const scenarioCycle = lifecycle<Facts>()<ScenarioStatus, ScenarioAction>({
  noun: "capital scenario",
  initial: "draft",
  statuses: scenarioStatuses,
  course: ["draft", "solved", "adopted"],
  actions: {
    solve: {
      label: "Work it out",
      from: ["draft", "solved"],
      to: "solved",
      permission: "capital.edit",
      tone: "primary",
      system: true,
    },
    adopt: {
      label: "Enter the decision",
      from: ["solved"],
      to: "adopted",
      permission: "capital.adopt",
      tone: "primary",
      unless: (s, asker) =>
        s.answer?.status === "infeasible"
          ? "There is no plan that keeps its pins and ceilings."
          : s.madeBy === asker.personId
            ? "You made this scenario, so another person enters the decision."
            : null,
    },
    discard: {
      label: "Discard",
      from: ["draft", "solved"],
      to: "discarded",
      permission: "capital.edit",
      tone: "danger",
    },
  },
});
