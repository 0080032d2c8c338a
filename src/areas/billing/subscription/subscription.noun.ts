import { defineNoun } from "#server/lifecycle.ts";
import { agencySubscription } from "../billing.tables.ts";
import {
  subscriptionCycle,
  type SubscriptionAction,
  type SubscriptionStatus,
} from "./subscription.labels.ts";

export type SubscriptionStored = typeof agencySubscription.$inferSelect;

export const subscriptionNoun = defineNoun<
  SubscriptionStatus,
  SubscriptionAction,
  typeof agencySubscription
>({
  name: "agencySubscription",
  path: "agency-subscriptions",
  table: agencySubscription,
  cycle: subscriptionCycle,
  number: ({ customerName }) => customerName,
  read: "platform.read",
});
