export { CheckCode } from "./screens/CheckCode.tsx";
