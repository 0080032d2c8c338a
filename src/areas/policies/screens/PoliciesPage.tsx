import { Plus } from "lucide-react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { counted } from "#kernel/words.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { Finding, type FindingPart } from "#web/kit/Finding.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel } from "#web/kit/states.tsx";
import type { PolicyStanding } from "../policy/policy.model.ts";
import { CheckCode } from "#areas/training/training.ui.tsx";
import { OpenPolicies } from "./OpenPolicies.tsx";
import { PoliciesWaiting, WaitingFinding } from "./PoliciesWaiting.tsx";
import { CertificateTable, PolicyTable } from "./PolicyTables.tsx";

const partsOf = (s: PolicyStanding): FindingPart[] =>
  [
    s.reviewsDue > 0 && {
      text: `${counted(s.reviewsDue, "policy is", "policies are")} due for review`,
    },
    s.inReview > 0 && {
      text: `${counted(s.inReview, "policy waits", "policies wait")} for approval`,
    },
    s.waiting > 0 && {
      text: `${counted(s.waiting, "confirmation is", "confirmations are")} missing${s.late > 0 ? `, ${s.late} past ${s.late === 1 ? "its" : "their"} day` : ""}`,
    },
    s.ending > 0 && {
      text: `${counted(s.ending, "certificate ends", "certificates end")} within sixty days`,
    },
  ].filter((part) => part !== false);

function Waits() {
  const { data, error } = useGet<PolicyStanding>(
    "agency-policies",
    "/api/v1/agency-policies-standing",
  );
  if (error) return <ErrorPanel error={error} what="What waits" />;
  return data ? <Finding parts={partsOf(data)} none="Nothing waits." /> : null;
}

/** For whoever looks after policies: what waits, every version, every certificate. */
function Desk() {
  return (
    <div className="stack">
      <header className="grid gap-1">
        <div className="flex flex-wrap items-center gap-3">
          <h1 className="mr-auto">Certifications and policies</h1>
          <Link className="btn" to={pathTo("agencyCertificateNew")}>
            New certificate
          </Link>
          <Link className="btn btn-primary" to={pathTo("agencyPolicyNew")}>
            <Plus aria-hidden="true" />
            New policy
          </Link>
        </div>
        <Waits />
      </header>
      <PoliciesWaiting />
      <section className="grid gap-3">
        <h2>Policies</h2>
        <PolicyTable title="Policies" />
      </section>
      <section className="grid gap-3">
        <h2>Certificates</h2>
        <CertificateTable />
      </section>
    </div>
  );
}

/** For every other member: what waits for them, and what holds. */
function Member() {
  return (
    <div className="stack">
      <header className="grid gap-1">
        <h1>Certifications and policies</h1>
        <WaitingFinding />
      </header>
      <PoliciesWaiting />
      <section className="grid gap-3">
        <h2>Policies</h2>
        <PolicyTable title="Policies" fixed="status=published" />
      </section>
      <section className="grid gap-3">
        <h2>Certificates</h2>
        <CertificateTable />
      </section>
      <CheckCode />
    </div>
  );
}

/** What the agency holds itself to; everybody reads what is published. */
export default function PoliciesPage() {
  const { can } = useAuth();
  if (can("agencyPolicy.edit")) return <Desk />;
  return can("agencyPolicy.read") ? <Member /> : <OpenPolicies />;
}
