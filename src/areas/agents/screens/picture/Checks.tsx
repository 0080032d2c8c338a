import { groupBy } from "#kernel/group.ts";
import type { Picture } from "#kernel/picture.ts";
import { counted } from "#kernel/words.ts";
import { Standing } from "./Standing.tsx";

type Of = Extract<Picture, { kind: "checks" }>;

/** A checklist by groups: what is there, what is missing, and what nobody has judged. */
export function Checks({ of }: { of: Of }) {
  const groups = [...groupBy(of.items, ({ group }) => group)];
  return (
    <div className="grid gap-x-6 gap-y-4 md:grid-cols-2 xl:grid-cols-3">
      {groups.map(([group, items]) => {
        const lacking = items.filter(({ standing }) => standing === "lacks").length;
        return (
          <section key={group} className="grid min-w-0 content-start gap-2">
            <h3>
              {group}
              <span className="ml-2 text-13 font-normal text-t2">
                {lacking === 0
                  ? counted(items.length, "entry", "entries")
                  : `${lacking} of ${items.length} missing`}
              </span>
            </h3>
            <ul className="grid gap-2">
              {items.map(({ label, standing, says }) => (
                <li key={`${label} ${says}`} className="flex items-start gap-2">
                  <span className="mt-0.5">
                    <Standing of={standing} />
                  </span>
                  <span className="min-w-0 break-words">
                    {label}
                    <span className="block text-13 text-t2">{says}</span>
                  </span>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}
