/** A certificate for localhost that was valid in 2020, and its key, which nothing else uses. */
export const expired = {
  cert: `-----BEGIN CERTIFICATE-----
MIIBDzCBtgIBATAKBggqhkjOPQQDAjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwHhcN
MjAwMTAxMDAwMDAwWhcNMjEwMTAxMDAwMDAwWjAUMRIwEAYDVQQDDAlsb2NhbGhv
c3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQqWE2MQ9Nf6wPeWraWHp0dqIcK
8hRTnxxZroDAYBg19LxhWnnizOQK7lOSmgP7tuODdAUilyaAn9dXx9wSWXBIMAoG
CCqGSM49BAMCA0gAMEUCIQDrB0MyUBes1yqyb76O8pE3+68cZODxs7sGhELoRKEO
LgIgMTHUwX4ZzwczWXvGMYiRDH0dYqS3t01bKecp0berups=
-----END CERTIFICATE-----
`,
  key: `-----BEGIN EC PRIVATE KEY-----
MHcCAQEEIMfO1KpsCBtxEXjZnsBRQFWY1DJs3LKCULAEaZ7+0a8ioAoGCCqGSM49
AwEHoUQDQgAEKlhNjEPTX+sD3lq2lh6dHaiHCvIUU58cWa6AwGAYNfS8YVp54szk
Cu5TkpoD+7bjg3QFIpcmgJ/XV8fcEllwSA==
-----END EC PRIVATE KEY-----
`,
}
