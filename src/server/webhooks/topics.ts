import type { Actor, Permission } from "#kernel/access.ts";
import { invalidField } from "#kernel/errors.ts";
import { extensionPoint } from "../area.ts";
import type { Tx } from "../db/db.ts";
import type { DeliveryStatus } from "#kernel/delivery-states.ts";

/**
 * An event that other systems can be told of: its name, when it happens in words, of which records,
 * and what somebody must be able to read to have it sent.
 */
export type WebhookTopic = { topic: string; label: string; group: string; permission: Permission };

const topics = new Map<string, WebhookTopic>();

/** Takes up an event. Throws for a name that there is already. */
export const addTopic = (topic: WebhookTopic): void => {
  if (topics.has(topic.topic)) throw new Error(`two events named ${topic.topic}`);
  topics.set(topic.topic, topic);
};

/** An area names the events that it queues. */
export const webhookTopics = extensionPoint<WebhookTopic>("events for webhooks", addTopic);

/** The events that this person may have sent, by group and name. */
export const topicsFor = (actor: Actor): WebhookTopic[] =>
  [...topics.values()]
    .filter(({ permission }) => actor.permissions.has(permission))
    .toSorted((a, b) => a.group.localeCompare(b.group) || a.topic.localeCompare(b.topic));

/** 422 for an event that nobody sends, or whose records the person may not read. */
export const requireTopics = (actor: Actor, names: readonly string[]): void => {
  const offered = new Set(topicsFor(actor).map(({ topic }) => topic));
  const unknown = names.find((name) => !offered.has(name));
  if (unknown !== undefined) throw invalidField("topics", `No event is called ${unknown}.`);
};

/** A delivery that came to its end, or that was taken up again. */
export type EndedDelivery = {
  id: string;
  messageId: string;
  endpointId: string;
  address: string;
  ownerId: string;
  topic: string;
  objectType: string;
  objectId: string;
  status: DeliveryStatus;
  reason: string | null;
};
export type DisabledEndpoint = { id: string; address: string; ownerId: string; reason: string };

/** What areas hear of webhooks, in the transaction in which it happens. */
export type WebhookListener = {
  moved?: (tx: Tx, actor: Actor, delivery: EndedDelivery) => Promise<void>;
  disabled?: (tx: Tx, endpoint: DisabledEndpoint) => Promise<void>;
};

const listeners: WebhookListener[] = [];
export const webhookListeners = extensionPoint<WebhookListener>(
  "listeners of webhooks",
  (listener) => void listeners.push(listener),
);

export const tellMoved = async (tx: Tx, actor: Actor, delivery: EndedDelivery): Promise<void> => {
  for (const listener of listeners) await listener.moved?.(tx, actor, delivery);
};

export const tellDisabled = async (tx: Tx, endpoint: DisabledEndpoint): Promise<void> => {
  for (const listener of listeners) await listener.disabled?.(tx, endpoint);
};
