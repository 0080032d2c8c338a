export default function ConnectorNew() {
  return null;
}
