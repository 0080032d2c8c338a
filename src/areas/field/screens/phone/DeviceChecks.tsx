import { useEffect, useState } from "react";
import { Badge } from "#web/kit/StatusBadge.tsx";
import { Panel } from "#web/kit/states.tsx";
import { readChecks, type Check } from "../../store/ready.ts";

const everyMs = 15_000;

const useChecks = (): readonly Check[] => {
  const [checks, setChecks] = useState<readonly Check[]>([]);
  useEffect(() => {
    let here = true;
    const read = () => void readChecks().then((found) => here && setChecks(found));
    read();
    const timer = setInterval(read, everyMs);
    return () => {
      here = false;
      clearInterval(timer);
    };
  }, []);
  return checks;
};

const lookOf = ({ good }: Check) =>
  good === null
    ? ({ tone: "neutral", label: "Not known" } as const)
    : good
      ? ({ tone: "success", label: "Ready" } as const)
      : ({ tone: "warning", label: "Missing" } as const);

/** What this device can and cannot do, and what follows. */
export function DeviceChecks() {
  const checks = useChecks();
  return (
    <Panel title="What this device can do">
      <ul className="grid gap-4">
        {checks.map((check) => (
          <li key={check.name} className="grid gap-1">
            <span className="flex flex-wrap items-center gap-2">
              <strong>{check.name}</strong>
              <Badge {...lookOf(check)} />
            </span>
            <span className="text-t2">{check.said}</span>
          </li>
        ))}
      </ul>
      <p className="mt-4 text-13 text-t3">Nothing is sent while the app is closed.</p>
    </Panel>
  );
}
