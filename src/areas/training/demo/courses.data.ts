import type { CourseInput } from "../course/course.model.ts";

type Told = Pick<CourseInput, "name" | "code" | "about"> &
  Partial<CourseInput> & {
    questions?: readonly (readonly [text: string, options: readonly string[], right: number])[];
  };

/** Six courses of the county: three taken outside, two with questions, one in a room. */
export const toldCourses: readonly Told[] = [
  {
    ...{ name: "Introduction to the Incident Command System", code: "ICS-100", outside: true },
    about: "FEMA's independent study IS-100: how an incident is run, and who reports to whom.",
  },
  {
    ...{ name: "ICS for single resources", code: "ICS-200", outside: true },
    about: "FEMA's IS-200, behind ICS-100: for whoever leads a crew in an incident.",
    prerequisites: ["ICS-100"],
  },
  {
    ...{ name: "Adult CPR and AED", code: "CPR", outside: true },
    about: "A day with an instructor; the card holds two years.",
  },
  {
    ...{ name: "Flagging in work zones", code: "FLAG", months: 36, minutes: 180 },
    about: "How traffic is stopped and led past a work zone without anybody being hurt.",
    lessons: [
      {
        title: "Where a flagger stands",
        text: "On the shoulder, in sight of the driver, with a way out. Never in the lane, never with the back to traffic.",
      },
    ],
  },
  {
    ...{ name: "Buying for the county", code: "BUY-101", months: 24, minutes: 45, asks: 3 },
    about: "Thresholds, quotes, who approves, and why an order comes before the invoice.",
    passPercent: 66,
    lessons: [
      {
        title: "Before you buy",
        text: "A requisition says what is needed, from which account, and how it is bought. Nothing is ordered before it is approved.",
      },
      {
        title: "When goods come",
        text: "Whoever receives writes down what came. The invoice is held against order and receipt.",
      },
    ],
    questions: [
      ["What comes first?", ["The invoice", "The requisition", "The receipt"], 1],
      ["Who may approve what they asked for themselves?", ["Nobody", "A manager", "A buyer"], 0],
      [
        "What is an invoice held against?",
        ["The budget alone", "Order and receipt", "The vendor's letter"],
        1,
      ],
      ["May a purchase be divided to stay below a limit?", ["Yes", "No"], 1],
    ],
  },
  {
    ...{ name: "Gifts and interests", code: "ETH-1", months: 12, minutes: 20, asks: 2 },
    about: "What may be accepted, and when somebody stands back from a decision.",
    passPercent: 100,
    lessons: [
      {
        title: "Standing back",
        text: "Whoever has an interest in a vendor says so and takes no part in choosing it.",
      },
    ],
    questions: [
      ["Your cousin bids. What do you do?", ["Score fairly", "Say so and stand back"], 1],
      ["A vendor sends a watch. What do you do?", ["Send it back and report it", "Keep it"], 0],
    ],
  },
];
