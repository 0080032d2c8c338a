export { useDriverLink } from "./screens/DriverLink.tsx";
export { TransferHandover } from "./screens/TransferHandover.tsx";
