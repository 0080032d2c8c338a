import { FileUp, Plus } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { counted } from "#kernel/words.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { Finding, type FindingPart } from "#web/kit/Finding.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import type { CertificateMatrix } from "../certificate/certificate.model.ts";
import { CertificatesTable } from "./CertificatesTable.tsx";
import { Matrix, OwnCards } from "./Matrix.tsx";

const part = (n: number, text: string, query: string): FindingPart[] =>
  n > 0 ? [{ text, to: `${pathTo("certifications")}?${query}` }] : [];

const partsOf = ({ expired, expiring, waiting }: CertificateMatrix): FindingPart[] => [
  ...part(
    expired,
    counted(expired, "certificate has expired", "certificates have expired"),
    "status=expired",
  ),
  ...part(expiring, counted(expiring, "ends", "end") + " within ninety days", "status=expiring"),
  ...part(waiting, counted(waiting, "waits", "wait") + " to be verified", "status=waiting"),
];

function Head() {
  const { can } = useAuth();
  return (
    <div className="flex flex-wrap items-center gap-3">
      <h1 className="mr-auto">Certifications</h1>
      {can("training.edit") && (
        <Link className="btn" to={pathTo("personCertificateImport")}>
          <FileUp aria-hidden="true" />
          Import a roster
        </Link>
      )}
      <Link className="btn btn-primary" to={pathTo("personCertificateNew")}>
        <Plus aria-hidden="true" />
        New certificate
      </Link>
    </div>
  );
}

type Department = { id: string; name: string; active: boolean };

function Departments({ value, onChange }: { value: string; onChange: (id: string) => void }) {
  const { data } = useGet<{ items: Department[] }>("departments", "/api/v1/departments");
  return (
    <label className="field max-w-72">
      <span className="label">Department</span>
      <select
        className="field-control"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      >
        <option value="">All departments</option>
        {(data?.items ?? [])
          .filter(({ active }) => active)
          .map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
      </select>
    </label>
  );
}

function Standing({ all }: { all: boolean }) {
  const { me } = useAuth();
  const [department, setDepartment] = useState("");
  const matrix = useGet<CertificateMatrix>(
    "certificate-matrix",
    `/api/v1/certificate-matrix${department ? `?departmentId=${department}` : ""}`,
  );
  if (matrix.isPending) return <RecordSkeleton />;
  if (!matrix.data)
    return (
      <ErrorPanel
        error={matrix.error}
        what="The certificates"
        onRetry={() => void matrix.refetch()}
      />
    );
  const own = matrix.data.people.find(({ id }) => id === me?.person.id)?.cells ?? [];
  return (
    <>
      <Finding parts={partsOf(matrix.data)} none="No certificate ends within ninety days." />
      <section className={`grid gap-3 ${all ? "sm:hidden" : ""}`}>
        <h2>Your certificates</h2>
        <OwnCards cells={own} />
      </section>
      {all && (
        <section className="grid gap-3 max-sm:hidden">
          <h2>People and codes</h2>
          <Departments value={department} onChange={setDepartment} />
          <Matrix matrix={matrix.data} />
        </section>
      )}
    </>
  );
}

/** Who holds which certificates, and for how long; a phone shows one's own. */
export default function CertificationsPage() {
  const { can } = useAuth();
  return (
    <div className="stack">
      <Head />
      <Standing all={can("training.all")} />
      <section className="grid gap-3">
        <h2>Certificates</h2>
        <CertificatesTable />
      </section>
    </div>
  );
}
