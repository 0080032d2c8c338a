import { dutiesSay } from "#duties.data.ts";
import { roles } from "#kernel/access.ts";
import { duties, dutyLabels } from "#roles.ts";
import { roleLabels } from "#areas/organization/organization.public.ts";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";

type Holders = readonly { permission: string; holders: readonly string[] }[];

// requisition.create as "requisition: create"; camel case in words.
const inWords = (name: string): string => name.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();

/** What a role or duty gives, by noun: "invoice: approve, read". */
const given = (all: Holders, holder: string): { noun: string; verbs: string[] }[] => {
  const byNoun = new Map<string, string[]>();
  for (const { permission, holders } of all) {
    if (!holders.includes(holder)) continue;
    const [noun = "", verb = ""] = permission.split(".");
    byNoun.set(noun, [...(byNoun.get(noun) ?? []), inWords(verb)]);
  }
  return [...byNoun]
    .map(([noun, verbs]) => ({ noun: inWords(noun), verbs }))
    .toSorted((a, b) => a.noun.localeCompare(b.noun));
};

function May({
  holders,
  holder,
  label,
  about,
}: {
  holders: Holders;
  holder: string;
  label: string;
  about: string;
}) {
  const all = given(holders, holder);
  return (
    <details className="border-b border-hair py-3 last:border-0">
      <summary className="cursor-pointer">
        <b className="font-medium">{label}</b>: <span className="text-t2">{about}</span>
      </summary>
      {all.length === 0 ? (
        <p className="mt-2 text-13 text-t2">Nothing beyond what every member may do.</p>
      ) : (
        <ul className="mt-2 grid gap-x-6 gap-y-1 text-13 sm:grid-cols-2">
          {all.map(({ noun, verbs }) => (
            <li key={noun}>
              <b className="font-medium">{noun}</b>: {verbs.join(", ")}
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}

/** The four roles and the duties, with what each may do, as the program itself says. */
export function Explained() {
  const found = useGet<{ items: Holders }>("permission-holders", "/api/v1/permission-holders");
  if (found.isPending) return <RecordSkeleton />;
  if (!found.data) return <ErrorPanel error={found.error} what="What roles and duties give" />;
  const holders = found.data.items;
  return (
    <div className="stack">
      <Panel title="Roles">
        {roles.map((role) => (
          <May key={role} holders={holders} holder={role} {...roleLabels[role]} />
        ))}
        <May
          holders={holders}
          holder="member"
          label="Every member"
          about="What everybody of the agency may do"
        />
      </Panel>
      <Panel title="Duties">
        {duties.map((duty) => (
          <May
            key={duty}
            holders={holders}
            holder={duty}
            label={dutyLabels[duty].label}
            about={dutiesSay[duty]}
          />
        ))}
      </Panel>
    </div>
  );
}
