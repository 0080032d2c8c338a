import { Download, Printer } from "lucide-react";
import { useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import { download } from "#web/kit/api.ts";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, isMissing, NoSuchRecord, RecordSkeleton } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import type { OpenPolicy, PolicyDetail } from "../policy/policy.model.ts";
import { Confirm } from "./Confirm.tsx";
import { PolicyHead, PolicyText } from "./PolicyReader.tsx";
import { PolicyRecordPage } from "./PolicyRecordPage.tsx";

const printButton = (
  <button type="button" className="btn" onClick={() => window.print()}>
    <Printer aria-hidden="true" />
    Print
  </button>
);

/** What stands in place of a version that is not there for the reader: a draft is nobody else's. */
function NotRead({ error }: { error: unknown }) {
  return isMissing(error) ? (
    <NoSuchRecord back={{ path: pathTo("agencyPolicies"), title: "Certifications and policies" }} />
  ) : (
    <ErrorPanel error={error} what="This policy" />
  );
}

function Visitor({ id }: { id: string }) {
  const { data, error } = useGet<OpenPolicy>("agency-policies", `/api/v1/public/policies/${id}`);
  if (error) return <NotRead error={error} />;
  if (!data) return <RecordSkeleton />;
  return (
    <div className="stack">
      <p className="text-13 text-t2">{data.agency}</p>
      <PolicyHead policy={data} timeZone={data.timeZone} />
      <div className="flex flex-wrap gap-3">
        {data.file && (
          <a className="btn" href={`/api/v1/public/policies/${id}/file`} download>
            <Download aria-hidden="true" />
            PDF
          </a>
        )}
        {printButton}
      </div>
      <PolicyText policy={data} timeZone={data.timeZone} />
    </div>
  );
}

function Member({ id }: { id: string }) {
  const { timeZone } = useAgency();
  const { data, error } = useGet<PolicyDetail>("agency-policies", `/api/v1/agency-policies/${id}`);
  if (error) return <NotRead error={error} />;
  if (!data) return <RecordSkeleton />;
  const take = () =>
    download(`/api/v1/files/${data.file!.id}`).catch((failure: unknown) =>
      notify.failed("Not downloaded", failure),
    );
  return (
    <div className="stack">
      <PolicyHead policy={data} timeZone={timeZone} />
      <Confirm policy={data} />
      <div className="flex flex-wrap gap-3">
        {data.file && (
          <button type="button" className="btn" onClick={() => void take()}>
            <Download aria-hidden="true" />
            {data.file.name}
          </button>
        )}
        {printButton}
      </div>
      <PolicyText policy={data} timeZone={timeZone} />
    </div>
  );
}

/** A version of a policy: an address shows its version for ever, and says which one holds now. */
export default function PolicyPage() {
  const { id = "" } = useParams();
  const { can } = useAuth();
  if (can("agencyPolicy.edit")) return <PolicyRecordPage id={id} />;
  return can("agencyPolicy.read") ? <Member id={id} /> : <Visitor id={id} />;
}
