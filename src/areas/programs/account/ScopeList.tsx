import type { ProgramRecord } from "./program.model.ts";
import { byNoun } from "./ScopeTree.tsx";

/** What a program may do, by noun; what its owner lacks now sleeps until they hold it again. */
export function ScopeList({ program }: { program: ProgramRecord }) {
  return (
    <div className="grid gap-4">
      <ul className="grid gap-4 sm:grid-cols-2">
        {byNoun(program.scopes).map(([noun, scopes]) => (
          <li key={noun} className="grid content-start gap-1">
            <h3>{noun}</h3>
            <ul className="grid gap-1">
              {scopes.map(({ permission, may, held }) => (
                <li key={permission}>
                  {may} <span className="mono text-12 text-t3">{permission}</span>{" "}
                  {!held && (
                    <span className="badge tone-warning">
                      Sleeps: {program.ownerName} may not do this now
                    </span>
                  )}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      <p className="text-13 text-t3">
        Nothing else: it approves nothing, releases nothing, publishes nothing and changes
        nobody&rsquo;s rights.
      </p>
    </div>
  );
}
