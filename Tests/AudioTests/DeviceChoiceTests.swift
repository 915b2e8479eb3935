import Support
import Testing

@testable import Audio

@Suite struct DeviceChoiceTests {
  private static func card(
    _ number: Int, _ id: String, _ driver: String, _ name: String, device: Int = 0, isUSB: Bool = false,
    isConnected: Bool? = nil
  ) -> SoundCard {
    SoundCard(
      id: id, number: number, driver: driver, name: name, device: device, deviceName: "", isUSB: isUSB,
      isConnected: isConnected)
  }

  private static let hdmi = card(0, "vc4hdmi0", "vc4-hdmi", "vc4-hdmi-0", isConnected: true)
  private static let darkHDMI = card(1, "vc4hdmi1", "vc4-hdmi", "vc4-hdmi-1", isConnected: false)
  private static let jack = card(2, "Headphones", "bcm2835_headpho", "bcm2835 Headphones")
  private static let board = card(3, "sndrpihifiberry", "RPi-simple", "snd_rpi_hifiberry_dac")
  private static let usb = card(4, "DAC", "USB-Audio", "USB Audio DAC", isUSB: true)
  private static let loopback = card(5, "Loopback", "Loopback", "Loopback")

  @Test func `USB comes before I2S, headphones and HDMI, whatever the cards' numbers`() {
    let all = [Self.hdmi, Self.darkHDMI, Self.jack, Self.board, Self.usb, Self.loopback]
    expectEqual(DeviceChoice.ranked(all).map(\.id), ["DAC", "sndrpihifiberry", "Headphones", "vc4hdmi0"])
  }

  @Test func `an HDMI without a screen is no choice, one of which nothing is known the last`() {
    let unknown = Self.card(0, "hdmi", "HDA-Intel", "HDMI", isConnected: nil)
    #expect(DeviceChoice.ranked([Self.darkHDMI]).isEmpty)
    expectEqual(DeviceChoice.ranked([unknown, Self.hdmi]).first, Self.hdmi)
  }

  @Test func `names stay the same whatever the order in which cards are found`() {
    expectEqual(Self.usb.pcm, "hw:CARD=DAC,DEV=0")
    expectEqual(Self.hdmi.pcm, "hdmi:CARD=vc4hdmi0,DEV=0")
  }
}
