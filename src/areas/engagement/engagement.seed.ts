import type { App } from "../../server/http/app.ts";
import { transition } from "../../server/lifecycle.ts";
import { demoActor } from "../identity/identity.server.ts";
import { featureInput } from "./feature/feature.model.ts";
import { featureNoun } from "./feature/feature.noun.ts";
import { proposeFeature } from "./feature/feature.service.ts";
import { hostAgency } from "./host.service.ts";

type Wish = { title: string; description: string; course: readonly ("publish" | "plan" | "start")[] };

const wishes: readonly Wish[] = [
  { title: "Sealed bids that nobody can open early", description: "Solicitations from request to award, with bids that stay closed to everyone, us included, until the officers open them.", course: ["publish", "plan", "start"] },
  { title: "Reimbursement packages for FEMA Public Assistance", description: "Every eligible cost with its order, invoice, timesheet and photo, in one package with a manifest.", course: ["publish", "plan"] },
  { title: "Partial payments and ACH reversals", description: "Pay a part of an invoice, and take back a payment that went to the wrong account.", course: ["publish", "plan"] },
  { title: "Single sign-on with the agency's own directory", description: "OpenID Connect and SAML, with people and groups kept in step by SCIM.", course: ["publish"] },
  { title: "A phone app for field crews without coverage", description: "Receipts, inspections and damage photos now, sent when the network is back.", course: ["publish"] },
];

/** The wishes that the demo agency published; votes are the visitors'. */
export const seedEngagement = async (app: App, log: (line: string) => void): Promise<void> => {
  log("published wishes");
  const host = await hostAgency(app), actor = demoActor("admin");
  for (const { title, description, course } of wishes) {
    await app.database.transaction(actor, async (tx) => {
      const id = await proposeFeature(tx, actor, host, featureInput.parse({ title, description }));
      for (const action of course) await transition(tx, actor, featureNoun, { id, action });
    });
  }
};
