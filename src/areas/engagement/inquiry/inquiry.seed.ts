import type { App } from "#server/app.ts";
import { demoActor } from "#areas/identity/identity.server.ts";
import { feedbackInput } from "../feedback/feedback.model.ts";
import { feedbackFrom, giveFeedback } from "../feedback/feedback.service.ts";
import { visitorIn, type Host } from "../host.service.ts";
import { contactInput, demoInput, waitlistInput } from "./inquiry.model.ts";
import { askForDemo, joinWaitlist, takeMessage } from "./inquiry.service.ts";

const waiting = [
  {
    name: "Hanna Lindqvist",
    email: "hlindqvist@scottmills.people.test",
    organization: "City of Scott Mills",
    job: "Finance director",
    message: "Budget and purchasing first; our fiscal year begins in January.",
  },
  {
    name: "Owen Tribe",
    email: "otribe@lowerriver.people.test",
    organization: "Lower River Watershed District",
    job: "Administrator",
    message: "",
  },
];
const wishedDemos = [
  {
    name: "Delia Brandt",
    email: "dbrandt@renville.people.test",
    organization: "Renville County",
    job: "Emergency manager",
    phone: "+1 320 555 0142",
    message: "Damage, force account hours and the request to FEMA, please.",
  },
  {
    name: "Sam Oduya",
    email: "soduya@northschools.people.test",
    organization: "North Plains School District",
    job: "Purchasing agent",
    phone: "",
    message: "How are sealed bids opened, and who holds the keys?",
  },
];
const messages = [
  {
    name: "Iris Cho",
    email: "icho@readers.people.test",
    organization: "",
    topic: "accessibility",
    message: "The list of public opportunities reads well with my screen reader. Thank you.",
  },
];
const said = [
  {
    who: "receiver",
    feedback_type: "improvement",
    subject: "Receive several pallets at once",
    message: "When a truck brings ten pallets of one line I would rather type the total once.",
    page_url: "/purchase-orders",
  },
  {
    who: "buyer",
    feedback_type: "general",
    subject: "The procurement board",
    message: "Seeing which stage holds work longest settled our Monday meeting.",
    page_url: "/ai-procurement",
  },
] as const;

/** Who asked for the product and what members said of it, so that no list of them is empty. */
export const seedInquiries = async (app: App, host: Host): Promise<void> => {
  const visitor = visitorIn(host);
  await app.database.transaction(visitor, async (tx) => {
    for (const each of waiting) await joinWaitlist(tx, visitor, host, waitlistInput.parse(each));
    for (const each of wishedDemos) await askForDemo(tx, visitor, host, demoInput.parse(each));
    for (const each of messages) await takeMessage(tx, visitor, host, contactInput.parse(each));
  });
  for (const { who, ...words } of said) {
    const from = feedbackFrom(host, demoActor(who));
    await app.database.transaction(from, (tx) =>
      giveFeedback(tx, from, host, feedbackInput.parse(words)),
    );
  }
};
