import { useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { messageOf } from "#web/kit/api.ts";
import { useMutationAction } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { useFreshStart } from "./PortalFrame.tsx";

/** /vendor-portal/join: a colleague follows the mailed link. */
export default function PortalJoin() {
  const token = useSearchParams()[0].get("token") ?? "";
  const [failed, setFailed] = useState<string | null>(null);
  const join = useMutationAction<{ name: string }>("vendor-company");
  const fresh = useFreshStart();
  const navigate = useNavigate();
  const press = async () => {
    try {
      const { name } = await join.mutateAsync({
        path: "/api/v1/vendor-company/actions/join",
        body: { token },
      });
      notify.done(`You act for ${name} now`);
      await fresh();
      void navigate("/vendor-portal");
    } catch (error) {
      setFailed(messageOf(error));
    }
  };
  return (
    <div className="mx-auto grid max-w-[640px] gap-4">
      <h1>Join your company</h1>
      <Panel title="Invitation">
        <p className="mb-4 text-t2">
          The invitation works for the address that it was sent to, once.
        </p>
        {failed && (
          <p role="alert" className="mb-4 text-danger">
            {failed}
          </p>
        )}
        <div className="flex flex-wrap gap-2">
          <button
            type="button"
            className="btn btn-primary"
            disabled={join.isPending || !token}
            onClick={() => void press()}
          >
            Join
          </button>
          <Link className="btn" to="/vendor-registration">
            Register another company
          </Link>
        </div>
      </Panel>
    </div>
  );
}
