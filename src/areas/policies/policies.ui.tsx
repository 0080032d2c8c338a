export { PoliciesWaiting } from "./screens/PoliciesWaiting.tsx";
