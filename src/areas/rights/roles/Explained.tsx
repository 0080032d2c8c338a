import { roles } from "#kernel/access.ts";
import { duties, dutyLabels, permissions } from "#roles.ts";
import { roleLabels } from "#areas/organization/organization.public.ts";
import { Panel } from "#web/kit/states.tsx";

// requisition.create as "requisition: create"; camel case in words.
const inWords = (name: string): string => name.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();

/** What a role or duty gives, by noun: "invoice: approve, read". */
const given = (holder: string): { noun: string; verbs: string[] }[] => {
  const byNoun = new Map<string, string[]>();
  for (const [name, holders] of Object.entries(permissions)) {
    if (!(holders as readonly string[]).includes(holder)) continue;
    const [noun = "", verb = ""] = name.split(".");
    byNoun.set(noun, [...(byNoun.get(noun) ?? []), inWords(verb)]);
  }
  return [...byNoun]
    .map(([noun, verbs]) => ({ noun: inWords(noun), verbs }))
    .toSorted((a, b) => a.noun.localeCompare(b.noun));
};

function May({ holder, label, about }: { holder: string; label: string; about: string }) {
  const all = given(holder);
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

/** The four roles and the duties, with what each may do: read from the program itself. */
export function Explained() {
  return (
    <div className="stack">
      <Panel title="Roles">
        {roles.map((role) => (
          <May key={role} holder={role} {...roleLabels[role]} />
        ))}
        <May holder="member" label="Every member" about="What everybody of the agency may do" />
      </Panel>
      <Panel title="Duties">
        {duties.map((duty) => (
          <May key={duty} holder={duty} {...dutyLabels[duty]} />
        ))}
      </Panel>
    </div>
  );
}
