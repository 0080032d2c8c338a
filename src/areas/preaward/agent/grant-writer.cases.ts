import type { AgentCase } from "#server/agents/agent.ts";
import type { GrantCase } from "./grant-writer.evaluation.ts";

const labelled = (name: string, right: string, given: GrantCase): AgentCase => ({
  name,
  right,
  given,
});
const says = (name: string, right: string, text: string) =>
  labelled(name, right, { kind: "narrative", text });

/** Sentences of applications and announcements, each with what a reviewer says of it. */
export const grantCases: readonly AgentCase[] = [
  says("the match of an older budget", "Match $45,000", "The county brings $45,000 as its match."),
  says("the match as it is", "none", "The county brings $50,000.00 as its match."),
  says("rounded to thousands", "none", "We request $150 thousand in federal funds."),
  says(
    "an amount in millions that is none of it",
    "Federal $1.5 million",
    "The county asks for $1.5 million.",
  ),
  says(
    "the ceiling of the announcement",
    "none",
    "The announcement gives up to $500,000 to a county that requests it.",
  ),
  says(
    "damage is no cost of the project",
    "none",
    "The flood of 2024 did damages of $2,300,000 to the bridge.",
  ),
  says(
    "two figures in one sentence",
    "none",
    "Of total project costs the federal share is $140,000.",
  ),
  says(
    "a share that is another",
    "Share of the match 20%",
    "The local share is a match of 20 percent.",
  ),
  says("the share as it is", "none", "The match is 25% of all costs."),
  says(
    "a project that begins another day",
    "First day of the project Oct 1, 2027",
    "The project starts on October 1, 2027.",
  ),
  says("the days as they are", "none", "The project runs from July 1, 2027 through June 30, 2029."),
  says(
    "another listing",
    "Assistance listing 97.039",
    "Funds come from assistance listing 97.039.",
  ),
  labelled("letters that are asked for", "Letters of commitment", {
    kind: "papers",
    text: "Attach letters of commitment of every owner.",
    files: ["resolution.pdf"],
  }),
  labelled("letters that are there", "none", {
    kind: "papers",
    text: "Attach letters of commitment of every owner.",
    files: ["letter_of_commitment_township.pdf"],
  }),
  labelled("a paper that is optional", "none", {
    kind: "papers",
    text: "Letters of support are optional.",
    files: [],
  }),
  labelled("parts that no section is", "Evaluation plan; Budget narrative", {
    kind: "parts",
    text: "Include a work plan, an evaluation plan and a budget narrative.",
    sections: ["Project summary", "Work plan and timeline"],
  }),
];
