import { formatDate, formatInstant } from "#kernel/dates.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import type { PolicyDetail } from "../policy/policy.model.ts";

/** Asks the reader to confirm the version, or says when they did. */
export function Confirm({ policy }: { policy: PolicyDetail }) {
  const { timeZone } = useAgency();
  const send = useMutationAction("agency-policies");
  if (!policy.mine || (policy.status !== "published" && !policy.mine.confirmedAt)) return null;
  if (policy.mine.confirmedAt)
    return (
      <p className="notice tone-success">
        You confirmed this version on {formatInstant(policy.mine.confirmedAt, timeZone)}.
      </p>
    );
  const confirm = async () => {
    try {
      await send.mutateAsync({ path: `/api/v1/agency-policies/${policy.id}/actions/acknowledge` });
      notify.done("Confirmed", `${policy.title}, version ${policy.versionNo}`);
    } catch (error) {
      notify.failed("Not confirmed", error);
    }
  };
  return (
    <div className="notice tone-warning flex flex-wrap items-center gap-3" role="status">
      <span className="mr-auto">Read it and confirm it until {formatDate(policy.mine.dueOn)}.</span>
      <button
        type="button"
        className="btn btn-primary"
        disabled={send.isPending}
        onClick={() => void confirm()}
      >
        I have read it
      </button>
    </div>
  );
}
