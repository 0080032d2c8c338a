import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatInstant } from "#kernel/dates.ts";
import type { Instant } from "#kernel/time.ts";
import { Facts } from "#web/kit/record/Facts.tsx";
import { Panel } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { policyKinds, policyStatuses } from "../policy/policy.labels.ts";
import type { OpenPolicy } from "../policy/policy.model.ts";
import { FormattedText } from "./FormattedText.tsx";

/** A version as its readers see it, members and visitors alike. */
export type ReadVersion = Pick<
  OpenPolicy,
  "id" | "number" | "versionNo" | "title" | "kind" | "summary" | "body" | "changes" | "versions"
> & {
  status: string;
  publishedAt: Instant | null;
  retiredAt: Instant | null;
};

/** Says that another version holds now, or none; nothing of the one that holds. */
export function HoldsNow({ policy, timeZone }: { policy: ReadVersion; timeZone: string }) {
  if (policy.status !== "retired") return null;
  const held = policy.versions.find(({ status }) => status === "published");
  return (
    <p className="notice tone-warning" role="status">
      {held ? (
        <span>
          This is version {policy.versionNo}.{" "}
          <Link className="underline" to={pathTo("agencyPolicy", { id: held.id })}>
            Version {held.versionNo} holds now.
          </Link>
        </span>
      ) : (
        `This policy holds no more${policy.retiredAt ? ` since ${formatInstant(policy.retiredAt, timeZone)}` : ""}.`
      )}
    </p>
  );
}

/** The text of a version, what it changed, and the other versions with their addresses. */
export function PolicyText({ policy, timeZone }: { policy: ReadVersion; timeZone: string }) {
  const { body, changes, versions } = policy;
  return (
    <>
      {changes && (
        <p className="notice">
          What version {policy.versionNo} changes: {changes}
        </p>
      )}
      <Panel title="Text">
        {body ? <FormattedText text={body} /> : <p>The text stands in the attached file.</p>}
      </Panel>
      {versions.length > 1 && (
        <Panel title="Versions" flush>
          <ul>
            {versions.map((each) => (
              <li
                key={each.id}
                className="flex flex-wrap items-center gap-3 border-b border-hair px-4 py-2 last:border-0"
              >
                <Link
                  className="text-link underline"
                  to={pathTo("agencyPolicy", { id: each.id })}
                  {...(each.id === policy.id && { "aria-current": "page" as const })}
                >
                  Version {each.versionNo}
                </Link>
                <StatusBadge statuses={policyStatuses} status={each.status} />
                {each.publishedAt && (
                  <span className="text-13 text-t2">
                    published {formatInstant(each.publishedAt, timeZone)}
                  </span>
                )}
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </>
  );
}

/** What readers are told of a version above its text. */
export function PolicyHead({ policy, timeZone }: { policy: ReadVersion; timeZone: string }) {
  return (
    <>
      <h1 className="text-22 font-semibold">{policy.title}</h1>
      {policy.summary && <p className="max-w-[68ch] text-t2">{policy.summary}</p>}
      <HoldsNow policy={policy} timeZone={timeZone} />
      <Facts
        rows={[
          ["Number", `${policy.number}, version ${policy.versionNo}`],
          ["About", policyKinds[policy.kind]],
          ["Published", policy.publishedAt && formatInstant(policy.publishedAt, timeZone)],
        ]}
      />
    </>
  );
}
