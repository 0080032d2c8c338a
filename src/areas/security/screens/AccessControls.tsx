import { Tabs } from "#web/kit/Tabs.tsx";
import { Matrix } from "./Matrix.tsx";
import { Separation } from "./Separation.tsx";
import { WhyMay } from "./WhyMay.tsx";

/** /access-controls: who may do what and whether the doors agree, why somebody may, who holds both ends. */
export default function AccessControls() {
  return (
    <div className="stack">
      <h1>Access controls</h1>
      <Tabs
        label="Access controls"
        tabs={[
          { id: "matrix", label: "Matrix", content: () => <Matrix /> },
          { id: "why", label: "Why may they", content: () => <WhyMay /> },
          { id: "separation", label: "Separation", content: () => <Separation /> },
        ]}
      />
    </div>
  );
}
