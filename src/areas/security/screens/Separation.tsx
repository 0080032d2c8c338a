import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate, formatInstant } from "#kernel/dates.ts";
import { counted } from "#kernel/words.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { Badge } from "#web/kit/StatusBadge.tsx";
import type { SeparationAnswer } from "../access/access.model.ts";

type Set = SeparationAnswer["sets"][number];

function Holds({ holds }: { holds: Set["holds"] }) {
  const { timeZone } = useAgency();
  return (
    <ul className="grid gap-1">
      {holds.map(({ personId, name, byRole, until }) => (
        <li key={personId}>
          <Link className="text-link" to={pathTo("personFile", { id: personId })}>
            {name}
          </Link>{" "}
          <span className="text-13 text-t3">
            {byRole ? "by the role alone" : "by duties"}
            {until && `, until ${formatInstant(until, timeZone)}`}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Record({ number, href }: { number: string; href: string | null }) {
  return href ? (
    <Link className="text-link" to={href}>
      {number}
    </Link>
  ) : (
    <span>{number}</span>
  );
}

function Did({ did, ends }: { did: Set["did"]; ends: readonly string[] }) {
  const { timeZone } = useAgency();
  return (
    <ul className="grid gap-2">
      {did.map((one) => (
        <li key={`${one.personId} ${one.then} ${one.thenAt}`}>
          <b className="font-medium">{one.name}</b>
          <p className="text-13 text-t2">
            {ends[0]} <Record number={one.first} href={one.firstHref} />{" "}
            {formatInstant(one.firstAt, timeZone)}; {ends[1]?.toLowerCase()}{" "}
            <Record number={one.then} href={one.thenHref} /> {formatInstant(one.thenAt, timeZone)}
          </p>
        </li>
      ))}
    </ul>
  );
}

function SetPanel({ set }: { set: Set }) {
  return (
    <Panel
      title={set.label}
      aside={
        set.did.length > 0 ? (
          <Badge tone="danger" label={`${counted(set.did.length, "chain")} in one hand`} />
        ) : (
          <Badge tone="success" label="Nobody did both" />
        )
      }
    >
      <p className="mb-3 text-t2">{set.risk}</p>
      <div className="grid gap-4 lg:grid-cols-2">
        <section className="grid content-start gap-2">
          <h3 className="text-13 text-t3">Hold both now ({set.holds.length})</h3>
          {set.holds.length === 0 ? <p>Nobody.</p> : <Holds holds={set.holds} />}
        </section>
        <section className="grid content-start gap-2">
          <h3 className="text-13 text-t3">Did both on one chain ({set.did.length})</h3>
          {set.did.length === 0 ? (
            <p>Nobody within a year.</p>
          ) : (
            <Did did={set.did} ends={set.ends} />
          )}
        </section>
      </div>
    </Panel>
  );
}

/** What is kept apart, who holds both ends now, and who did both whatever they hold now. */
export function Separation() {
  const read = useGet<SeparationAnswer>("access-separation", "/api/v1/access-separation");
  if (read.isPending) return <RecordSkeleton />;
  if (read.isError)
    return <ErrorPanel error={read.error} what="Separation" onRetry={() => void read.refetch()} />;
  const { sets, rules } = read.data;
  const people = new Set(sets.flatMap(({ did }) => did.map(({ personId }) => personId))).size;
  const chains = sets.reduce((sum, { did }) => sum + did.length, 0);
  const held = new Set(sets.flatMap(({ holds }) => holds.map(({ personId }) => personId))).size;
  return (
    <div className="grid gap-5">
      <p className="finding" role="status">
        {chains === 0
          ? "Nobody did both ends of one chain within a year."
          : `${counted(people, "person", "people")} did both ends of ${counted(chains, "chain")} within a year.`}{" "}
        {counted(held, "person holds", "people hold")} both ends of something now.
      </p>
      {sets
        .toSorted((a, b) => b.did.length - a.did.length)
        .map((set) => (
          <SetPanel key={set.key} set={set} />
        ))}
      <Panel title="By which rules">
        <ul className="grid gap-3">
          {rules.map((rule) => (
            <li key={rule.citation}>
              <b className="font-medium">{rule.citation}</b>{" "}
              <span className="text-13 text-t3">
                {rule.place}, since {formatDate(rule.effectiveFrom)}
                {!rule.verified && ", not read again"}
              </span>
              <p className="text-t2">{rule.text}</p>
              <p className="text-13 text-t3">{rule.source}</p>
            </li>
          ))}
        </ul>
      </Panel>
    </div>
  );
}
