import { comingInWords, worksInWords } from "../works.ts";

/** Questions that the landing page answers; the structured data repeats them word by word. */
export const questions: readonly { question: string; answer: string }[] = [
  {
    question: "What works today?",
    answer: `${worksInWords} ${comingInWords}`,
  },
  {
    question: "Can we run it ourselves?",
    answer:
      "Yes. Levee is open source under Apache-2.0. One command starts it with a database of its own, or it uses the PostgreSQL you already have. No other service is needed.",
  },
  {
    question: "How can an auditor check the record without trusting us?",
    answer:
      "Every change writes an entry in the same transaction. The entries form a Merkle tree whose root is signed every minute. An evidence bundle carries the entries and their proofs, and a small program checks the file on the auditor's own computer, without our server.",
  },
  {
    question: "Where do the thresholds of procurement law come from?",
    answer:
      "They are dated data with their citation, not code. A purchase is judged by the rule in force on its own date, and the screen shows which section that is.",
  },
  {
    question: "Is there artificial intelligence in it?",
    answer:
      "Suggestions come from rules and from your own records, and they show what they rest on: the rule with its section, the earlier purchases with their numbers. No language model is needed for anything that works today.",
  },
  {
    question: "Who can see our data?",
    answer:
      "Only your agency. The database itself refuses a row of another agency, for every table, and tests try to break that on every change. Every list exports as CSV and Excel, and the audit ledger as a file that checks itself.",
  },
];
