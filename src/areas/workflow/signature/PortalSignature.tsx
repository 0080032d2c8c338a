import { useParams } from "react-router";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { readBytes } from "#web/kit/api.ts";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { PortalFrame } from "#areas/vendor-portal/vendor-portal.ui.tsx";
import type { OutsideView } from "./signature.model.ts";
import { FetchCopy } from "./FetchCopy.tsx";
import { SigningDesk } from "./SigningDesk.tsx";
import { standing } from "./standing.labels.ts";

function Body({ path }: { path: string }) {
  const { me } = useAuth();
  const view = useGet<OutsideView>("vendor-signatures", path);
  const act = useMutationAction("vendor-signatures", "contracts");
  if (view.isPending) return <RecordSkeleton />;
  if (!view.data) return <ErrorPanel error={view.error} what="This request" />;
  const v = view.data;
  if (!v.asked)
    return (
      <Panel title={`${v.number} ${v.title}`}>
        <p>{standing(v)}</p>
        {v.copy && (
          <div className="mt-3">
            <FetchCopy name={`${v.number} signed.pdf`} load={() => readBytes(`${path}/document`)} />
          </div>
        )}
      </Panel>
    );
  return (
    <>
      <p className="text-t2">
        {v.agency} asks {v.signer} to sign {v.number}, {v.title}.
      </p>
      <SigningDesk
        number={v.number}
        expiresOn={v.expiresOn}
        name={me?.person.displayName ?? ""}
        fixed
        load={() => readBytes(`${path}/document`)}
        onSign={async ({ name: _own, ...body }) => {
          await act.mutateAsync({ path: `${path}/actions/sign`, body });
          notify.done("Signed", `${v.number} carries your signature`);
        }}
        onDecline={async (reason) => {
          await act.mutateAsync({ path: `${path}/actions/decline`, body: { reason } });
          notify.done("Declined", `${v.number} is not signed`);
        }}
      />
    </>
  );
}

/** /vendor-portal/signatures/:orgId/:id: a vendor's person reads and signs. */
export default function PortalSignature() {
  const { orgId = "", id = "" } = useParams();
  return (
    <PortalFrame title="Sign" sub="What an agency asks you to sign, and how it stands.">
      <Body path={`/api/v1/vendor-signatures/${orgId}/${id}`} />
    </PortalFrame>
  );
}
