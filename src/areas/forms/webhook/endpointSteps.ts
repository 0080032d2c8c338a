import type { EndpointRow, ShownSecret } from "#kernel/webhook.model.ts";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";

export const endpointPath = "/api/v1/webhook-endpoints";

/** Steps of an endpoint that need no question first. */
export const useEndpointSteps = (
  { id, version }: Pick<EndpointRow, "id" | "version">,
  onSecret: (secret: ShownSecret) => void,
) => {
  const change = useMutationAction<ShownSecret>("webhook-endpoints", "webhook-deliveries");
  const run = (action: string, done: (answer: ShownSecret) => void) => () =>
    change.mutate(
      { path: `${endpointPath}/${id}/actions/${action}`, version },
      {
        onSuccess: done,
        onError: (error) => notify.failed("Nothing was changed", error),
      },
    );
  return {
    rotate: run("rotate", onSecret),
    test: run("test", () => notify.done("Test event queued", "It stands below with its tries.")),
    enable: run("enable", () => notify.done("Enabled", "What happens from now on goes there.")),
    end: run("end-old-secret", () => notify.done("The old secret signs no more")),
  };
};
