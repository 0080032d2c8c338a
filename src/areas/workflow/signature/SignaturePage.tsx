import { Link, useParams } from "react-router";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { readBytes } from "#web/kit/api.ts";
import { useMutationAction, useRecord } from "#web/kit/queries.ts";
import { ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { NotProved, useProof } from "#areas/identity/identity.ui.tsx";
import { OneSignature } from "./RecordSignatures.tsx";
import type { SignatureDetail } from "./signature.model.ts";
import { SigningDesk } from "./SigningDesk.tsx";

const path = "/api/v1/signature-requests";

function Sign({ request }: { request: SignatureDetail }) {
  const { me } = useAuth();
  const act = useMutationAction("signature-requests", "signatures", "tasks", "contracts");
  const { proved, question } = useProof();
  return (
    <>
      <SigningDesk
        number={request.number}
        expiresOn={request.expiresOn}
        name={me?.person.displayName ?? ""}
        fixed
        load={() => readBytes(`${path}/${request.id}/document`)}
        onSign={async ({ name: _own, ...body }) => {
          try {
            await proved(() =>
              act.mutateAsync({ path: `${path}/${request.id}/actions/sign`, body }),
            );
            notify.done("Signed", `${request.number} carries your signature`);
          } catch (error) {
            if (!(error instanceof NotProved)) throw error;
            notify.info("Nothing was signed.");
            return false;
          }
          return undefined;
        }}
        onDecline={async (reason) => {
          await act.mutateAsync({
            path: `${path}/${request.id}/actions/decline`,
            body: { reason },
          });
          notify.done("Declined", `${request.number} is not signed`);
        }}
      />
      {question}
    </>
  );
}

/** /signatures/:id: the document to sign, or how its signatures stand. */
export default function SignaturePage() {
  const { id = "" } = useParams();
  const record = useRecord<SignatureDetail>(path, id);
  if (record.isPending) return <RecordSkeleton />;
  if (!record.data)
    return (
      <ErrorPanel
        error={record.error}
        what="This request for signatures"
        onRetry={() => void record.refetch()}
      />
    );
  const request = record.data;
  return (
    <div className="stack">
      <header>
        <h1>Sign {request.number}</h1>
        <p className="text-t2">
          {request.title} · <Link to={request.link}>Open the record</Link>
        </p>
      </header>
      {request.mine ? <Sign request={request} /> : <OneSignature request={request} />}
    </div>
  );
}
