export { SlipOfChange } from "./schedule/extension/AskedSlip.tsx";
export { MeasuredShapes } from "./takeoff/out/MeasuredShapes.tsx";
export { OrderApplications } from "./pay/OrderApplications.tsx";
export { OrderPapers } from "./closeout/OrderPapers.tsx";
export { OrderPunch } from "./punch/OrderPunch.tsx";
export { OrderWaivers } from "./waiver/OrderWaivers.tsx";
export { OrderPayrolls } from "./payroll/OrderPayrolls.tsx";
