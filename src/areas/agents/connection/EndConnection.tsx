import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import type { ConnectionRow } from "./client.model.ts";

/** Ends what a program may do in somebody's name, at once. */
export function EndConnection({
  connection,
}: {
  connection: Pick<ConnectionRow, "id" | "version" | "clientName">;
}) {
  const end = useMutationAction("agent-connections", "agent-clients", "agent-findings");
  const press = async () => {
    try {
      await end.mutateAsync({
        path: `/api/v1/agent-connections/${connection.id}/actions/end`,
        body: {},
        version: connection.version,
      });
      notify.done("Ended", `${connection.clientName} reads nothing any more.`);
    } catch (error) {
      notify.failed("It was not ended", error);
    }
  };
  return (
    <button
      type="button"
      className="btn btn-small"
      disabled={end.isPending}
      aria-label={`End ${connection.clientName}`}
      onClick={() => void press()}
    >
      End
    </button>
  );
}
