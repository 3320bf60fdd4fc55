/** The gateway, driven by a client and by a browser. */
package dev.zaelimiter.example.gateway;
