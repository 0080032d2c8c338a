import { conflict, notAllowed } from "#kernel/errors.ts";
import type { FlowStep } from "#areas/flows/flows.server.ts";
import { activeEndpoints, queueWebhook } from "#server/webhooks/queue.ts";
import type { WebhookTopic } from "#server/webhooks/topics.ts";

/** What an endpoint asks for that wants to hear of every such step. */
export const flowTopic: WebhookTopic = {
  topic: "flowRun.step",
  label: "A workflow came to a webhook step",
  group: "Workflows",
  permission: "flow.read",
};

/**
 * A step of a workflow that tells one receiver where the run stands: the run, its record, never what
 * they hold. It goes out with the step, is tried over a day, and the run goes on meanwhile. 403 where
 * whoever published the workflow may not see webhooks any more, 409 where the endpoint is disabled.
 */
export const webhookStep: FlowStep = {
  name: "webhook",
  label: "Webhook to another system",
  asks: false,
  targets: async (db) =>
    (await activeEndpoints(db)).map(({ id, address }) => ({ value: id, label: address })),
  begin: async (tx, { target, runId, runNumber, objectType, objectId, stepKey, publisher }) => {
    if (!publisher)
      throw conflict("no_publisher", "Whoever published this workflow is no member any more.");
    if (!publisher.permissions.has("webhook.read"))
      throw notAllowed("Whoever published this workflow may not send webhooks any more.");
    await queueWebhook(tx, {
      topic: flowTopic.topic,
      objectType: "flowRun",
      objectId: runId,
      data: {
        id: runId,
        number: runNumber,
        step: stepKey,
        objectType,
        objectId,
        path: `/workflow-engine/${runId}`,
      },
      endpointId: target,
    });
    return null;
  },
};
