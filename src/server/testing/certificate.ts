/**
 * A certificate for `source.test` that it signed itself, with its key: of stand-ins that speak https
 * in tests, and of nothing else. Nobody trusts it unless a test says so.
 */
export const ownCertificate = {
  cert: `-----BEGIN CERTIFICATE-----
MIIBmzCCAUGgAwIBAgIUeFySbziH+9+bmTwo62AUrxyp3cgwCgYIKoZIzj0EAwIw
FjEUMBIGA1UEAwwLc291cmNlLnRlc3QwIBcNMjYxMTIzMTE0MTI4WhgPMjEyNjEw
MzAxMTQxMjhaMBYxFDASBgNVBAMMC3NvdXJjZS50ZXN0MFkwEwYHKoZIzj0CAQYI
KoZIzj0DAQcDQgAE0RJhOQbNok9QnyZF4Hwuj8c1Q1JU39f3tfCzRuUO52ldwNJL
OsJUgxSBGEYZRvdVl1DYsmwDW8AZ6R0eVuNXKqNrMGkwHQYDVR0OBBYEFCxOzw2p
g73r+Nm8OWCj7/yAikg0MB8GA1UdIwQYMBaAFCxOzw2pg73r+Nm8OWCj7/yAikg0
MA8GA1UdEwEB/wQFMAMBAf8wFgYDVR0RBA8wDYILc291cmNlLnRlc3QwCgYIKoZI
zj0EAwIDSAAwRQIgfxQbz3eANVgK0K/RtUsJchGe2QjuaHEYNE090GObfhsCIQCC
Z1Jke3obL0Hq0hykEqw5TI5477zOTRY6yBFF5DysmA==
-----END CERTIFICATE-----`,
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgKxZ15ibRo/9IBh1z
qjqA81gOWc5KQ1rlIW5zHNFDnbmhRANCAATREmE5Bs2iT1CfJkXgfC6PxzVDUlTf
1/e18LNG5Q7naV3A0ks6wlSDFIEYRhlG91WXUNiybANbwBnpHR5W41cq
-----END PRIVATE KEY-----`,
};
